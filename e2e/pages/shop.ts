/** A shop whose texts are data: names, prices, ratings; the same words on every card. */

import { each, self } from './page.ts';
import type { Body } from './page.ts';

const GOODS = [
  'Trail backpack 30 l',
  'Camping stove',
  'Wool blanket',
  'Head torch 400',
  'Folding chair',
  'Tin mug',
];
const BRANDS = ['Alpina', 'Borealis', 'Cairn'];
const SORTS = ['Popular', 'Price', 'Newest'];

export const shop: Body = (
  random,
) => `<header><a ${self('home')} href="/" class="logo"><img src="data:,"></a><form role="search"><input ${self('query')} name="q" type="search" aria-label="Search"><button ${self('go')} aria-label="Search"><svg></svg></button></form>
    <a ${self('basket')} href="/basket">Basket (${random.number(0, 9)}) €${random.price(0, 300)}</a></header>
  <aside><h3>Brand</h3>${each(BRANDS, (brand) => `<label class="facet"><input ${self(`brand ${brand}`)} type="checkbox" name="brand" value="${brand.toLowerCase()}"><span>${brand}</span> <span class="count">(${random.number(1, 80)})</span></label>`)}
    <h3>Price</h3><input ${self('from')} type="range" min="0" max="500" aria-label="From"><input ${self('to')} type="range" min="0" max="500" aria-label="To"></aside>
  <main><p>${random.number(20, 400)} results</p><select ${self('sort')} name="sort">${each(SORTS, (sort) => `<option>${sort}</option>`)}</select>
  <div class="products">${each(
    random.shuffled(GOODS).slice(0, 5),
    (
      good,
    ) => `<div class="product-card" data-product-id="${random.number(10_000, 99_999)}"><a ${self(`picture ${good}`)} href="/p/${random.id()}"><img alt="${good}" src="data:,"></a>
    <a ${self(`title ${good}`)} href="/p/${random.id()}" class="product-title">${good}</a><div class="price">€${random.price(5, 250)}</div><div class="rating" title="${random.price(3, 5)} stars">★★★★</div>
    <button ${self(`add ${good}`)} class="add-to-cart">Add to basket</button><button ${self(`wish ${good}`)} class="wish" aria-label="Add to wish list"><svg></svg></button></div>`,
  )}</div>
  <nav aria-label="Pages">${each(['1', '2', '3'], (page) => `<a ${self(`page ${page}`)} href="?page=${page}">${page}</a>`)}<a ${self('next page')} href="?page=2" rel="next">Next</a></nav></main>
  <footer><form><label for="news">Our news by mail</label><input ${self('news')} id="news" type="email"><button ${self('subscribe')}>Subscribe</button></form></footer>`;
