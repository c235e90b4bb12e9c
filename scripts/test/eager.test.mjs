import { describe, expect, it } from 'vitest';

import { startedEagerly } from '../eager.mjs';

const LONG = '"a text that is long enough to make its function worth skimming"';

describe('what runs at the start of a script', () => {
  it('stands in parentheses, as a variable at the top of its function', () => {
    expect(
      startedEagerly('(()=>{"use strict";a();function a(){b()}function never(){}function b(){}})();'),
    ).toBe('(function(){"use strict";var a=(function(){b()}),b=(function(){});a();function never(){}})();');
  });

  it('is also what stands in a list, or is handed to a method that calls it', () => {
    expect(startedEagerly('(()=>{let a=e=>e;[a,()=>1].map(e=>e())})();')).toBe(
      '(function(){let a=(function(e){return e});[a,(function(){return 1})].map((function(e){return e()}))})();',
    );
  });

  it('is found by its declaration, not by its name', () => {
    const script = '(()=>{let a=()=>1;return(a=>{let b=()=>a();return b})(2)})();';
    expect(startedEagerly(script)).toBe(
      '(function(){let a=()=>1;return(function(a){let b=()=>a();return b})(2)})();',
    );
  });

  it('stays where it is in a block', () => {
    expect(startedEagerly('(()=>{{function a(){}a()}})();')).toBe('(function(){{function a(){}a()}})();');
  });
});

describe('an arrow function that runs later', () => {
  it('is spelled out when it is long', () => {
    expect(
      startedEagerly(`(()=>{let a=()=>1,b=async e=>${LONG},c=()=>{return(e,[f]=[])=>${LONG}}})();`),
    ).toBe(
      `(function(){let a=()=>1,b=async function(e){return ${LONG}},c=function(){return function(e,[f]=[]){return ${LONG}}}})();`,
    );
  });

  it('keeps its form when it needs what is around it', () => {
    const method = `{a(){return()=>{this.b(arguments,${LONG})}}}`;
    expect(startedEagerly(`x=${method}`)).toBe(`x=${method}`);
  });

  it('may hold what has a `this` of its own', () => {
    expect(startedEagerly(`x=()=>class{a=1;b(){return this.a+${LONG}}}`)).toBe(
      `x=function(){return class{a=1;b(){return this.a+${LONG}}}}`,
    );
  });
});
