/** Pages in other scripts: a news portal from right to left, and a shop without spaces between words. */

import { each, self } from './page.ts';
import type { Body } from './page.ts';

const ARABIC_SECTIONS = ['الرئيسية', 'اقتصاد', 'رياضة', 'ثقافة'];
const ARABIC_NEWS = ['افتتاح المكتبة الجديدة', 'نتائج المباراة', 'أسعار القمح', 'معرض الكتاب'];

/** Arabic, with numbers in both sets of digits. */
export const arabic: Body = (
  random,
) => `<div dir="rtl" lang="ar"><nav>${each(ARABIC_SECTIONS, (section) => `<a ${self(`nav ${section}`)} href="/${ARABIC_SECTIONS.indexOf(section)}">${section}</a>`)}</nav>
  <form><label for="bahth">بحث</label> <input ${self('search')} id="bahth" type="search"> <button ${self('go')}>ابحث</button></form>
  <button ${self('menu')} aria-label="القائمة"><svg></svg></button> <button ${self('alerts')}>التنبيهات (٣${random.number(1, 9)})</button>
  ${each(random.shuffled(ARABIC_NEWS), (title) => `<article><h2><a ${self(`news ${title}`)} href="/news/${random.id()}">${title}</a></h2><time>${random.day()}</time><button ${self(`share ${title}`)}>مشاركة</button><button ${self(`save ${title}`)} aria-label="حفظ"><svg></svg></button></article>`)}
  <label><input ${self('agree')} type="checkbox"> أوافق على الشروط</label> <button ${self('subscribe')}>اشتراك</button></div>`;

const JAPANESE_GOODS = ['急須', '湯呑み', '茶筒', '風呂敷'];
const JAPANESE_LINKS = ['ホーム', '商品一覧', 'お問い合わせ'];

/** Japanese, with full-width digits and prices. */
export const japanese: Body = (
  random,
) => `<div lang="ja"><header><nav>${each(JAPANESE_LINKS, (title) => `<a ${self(`nav ${title}`)} href="/ja/${JAPANESE_LINKS.indexOf(title)}">${title}</a>`)}</nav>
  <a ${self('cart')} href="/cart">カート（${random.number(0, 9)}）</a><button ${self('login')}>ログイン</button></header>
  <label>キーワード<input ${self('keyword')} name="keyword"></label><button ${self('search')}>検索</button>
  <ul>${each(random.shuffled(JAPANESE_GOODS), (good) => `<li class="item"><a ${self(`good ${good}`)} href="/item/${random.id()}"><span>${good}</span></a><span>${random.number(800, 9000)}円（税込）</span><button ${self(`add ${good}`)}>カートに入れる</button><button ${self(`keep ${good}`)} title="お気に入り">♡</button></li>`)}</ul>
  <button ${self('pay')}>${random.number(1000, 9999)}円を支払う</button><select ${self('order')} aria-label="並び替え"><option>新着順</option><option>安い順</option></select></div>`;
