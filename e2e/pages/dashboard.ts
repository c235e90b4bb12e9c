/** An admin dashboard styled by utility classes only: no class, id or test id says what anything is. */

import { each, self } from './page.ts';
import type { Body } from './page.ts';

const BUTTON = 'inline-flex items-center px-3 py-1.5 rounded-md text-sm font-medium hover:bg-gray-100';
const FIGURES = ['Revenue', 'New customers', 'Refunds', 'Open tickets'];
const SECTIONS = ['Overview', 'Customers', 'Invoices', 'Payouts'];
const PEOPLE = ['Lena Vogt', 'Samir Nasser', 'Chiara Rossi', 'Paul Ekman', 'Yuki Mori'];

export const dashboard: Body = (random) => `<div class="flex min-h-screen">
  <aside class="w-64 p-4"><nav class="space-y-1">
    ${each(SECTIONS, (section) => `<a ${self(`nav ${section}`)} href="/${section.toLowerCase()}" class="block px-2 py-1"><svg class="w-4 h-4"></svg><span>${section}</span>${section === 'Invoices' ? `<span class="ml-2 rounded-full">${random.number(2, 60)}</span>` : ''}</a>`)}
  </nav><button ${self('sign out')} class="${BUTTON}">Sign out</button></aside>
  <div class="flex-1 p-6"><div class="flex justify-between"><h1 class="text-xl">Overview</h1>
    <div class="relative"><input ${self('search')} type="search" placeholder="Search customers" class="w-full"><kbd>/</kbd></div>
    <button ${self('notifications')} class="${BUTTON}"><span class="sr-only">Notifications</span><svg></svg><span>${random.number(1, 9)}</span></button>
    <button ${self('profile')} class="${BUTTON}" aria-haspopup="menu"><img alt="" src="data:,"><span>${random.pick(['Kim Adler', 'Ravi Patel', 'Nora Quist'])}</span></button></div>
  <div class="grid grid-cols-4 gap-4">
    ${each(
      random.shuffled(FIGURES),
      (
        figure,
      ) => `<div class="rounded-lg p-4"><p class="text-sm">${figure}</p><p class="text-2xl">${random.price(100, 90_000)}</p>
      <button ${self(`more ${figure}`)} class="${BUTTON}"><svg class="w-4"></svg></button><a ${self(`details ${figure}`)} href="/reports/${random.id()}" class="text-blue-600">View details</a></div>`,
    )}
  </div>
  <div class="mt-6 flex gap-2"><button ${self('day')} class="${BUTTON}">Day</button><button ${self('week')} class="${BUTTON}">Week</button><button ${self('month')} class="${BUTTON} bg-gray-200">Month</button>
    <select ${self('currency')} class="rounded"><option>EUR</option><option>USD</option></select></div>
  <table class="w-full"><thead><tr><th class="text-left">Customer</th><th>Spent</th><th></th></tr></thead><tbody>
    ${each(
      random.shuffled(PEOPLE),
      (
        person,
      ) => `<tr class="border-b"><td class="py-2"><a ${self(`customer ${person}`)} href="/customers/${random.id()}">${person}</a></td><td>$${random.price(5, 900)}</td>
      <td><button ${self(`edit ${person}`)} class="${BUTTON}">Edit</button><button ${self(`remove ${person}`)} class="${BUTTON} text-red-500">Remove</button></td></tr>`,
    )}
  </tbody></table></div></div>`;
