/** A data grid that shows some of many rows, placed by transforms: cells and rows are divs, only some with roles. */

import { each, self } from './page.ts';
import type { Body } from './page.ts';

const COLUMNS = ['Instrument', 'Price', 'Change', 'Actions'];
const INSTRUMENTS = ['ACME', 'GLOBEX', 'HOOLI', 'INITECH', 'STARK', 'UMBRELLA', 'WAYNE', 'WONKA'];

export const grid: Body = (
  random,
) => `<div class="toolbar"><input ${self('filter')} placeholder="Filter..." class="ag-input"><button ${self('export')} title="Export to CSV"><i class="icon-download"></i></button><button ${self('columns')} title="Columns"><i class="icon-columns"></i></button></div>
  <div class="ag-root" role="grid" aria-rowcount="${random.number(900, 2000)}"><div class="ag-header" role="row">
    ${each(COLUMNS, (column, index) => `<div ${self(`column ${column}`)} class="ag-header-cell" role="columnheader" tabindex="-1" aria-colindex="${index + 1}" col-id="${column.toLowerCase()}"><span class="ag-header-cell-text">${column}</span><span class="ag-icon"></span></div>`)}</div>
  <div class="ag-body">${each(
    random.shuffled(INSTRUMENTS).slice(0, 6),
    (
      name,
      index,
    ) => `<div role="row" class="ag-row ag-row-${index % 2 === 0 ? 'even' : 'odd'}" row-id="${random.id()}" row-index="${index}" style="transform: translateY(0)">
    <div ${self(`cell ${name}`)} role="gridcell" tabindex="-1" col-id="instrument" class="ag-cell">${name}</div><div ${self(`price ${name}`)} role="gridcell" tabindex="-1" col-id="price" class="ag-cell">${random.price(1, 900)}</div><div ${self(`change ${name}`)} role="gridcell" tabindex="-1" col-id="change" class="ag-cell">${random.price(0, 9)} %</div>
    <div class="ag-cell" role="gridcell"><input ${self(`select ${name}`)} type="checkbox" aria-label="Press Space to toggle row selection"><button ${self(`buy ${name}`)} class="btn-buy">Buy</button><button ${self(`sell ${name}`)} class="btn-sell">Sell</button></div></div>`,
  )}</div>
  <div class="ag-paging"><button ${self('first page')} aria-label="First Page">«</button><button ${self('previous page')} aria-label="Previous Page">‹</button><span>Page ${random.number(1, 50)}</span><button ${self('next page')} aria-label="Next Page">›</button>
    <select ${self('page size')} aria-label="Page Size"><option>25</option><option>50</option></select></div></div>`;
