/** What a call of the console gives back and runs. */

'use strict';

{
  const { check, failure, turn } = probe;

  /** Counts how often page code runs inside a call. */
  const counted = (make) => {
    let count = 0;
    const value = make(() => {
      count += 1;
    });
    console.log(value);
    return count;
  };

  for (const level of ['debug', 'log', 'info', 'warn', 'error'])
    check(`console.${level} returns`, () => String(console[level]('probe', { a: 1 }, [2])));
  check('console.log without arguments', () => String(console.log()));
  check('console.log with a foreign receiver', () => failure(() => console.log.call({}, 'x')));
  check('console.log with null as receiver', () => failure(() => console.log.apply(null, ['x'])));
  check('console.log by Reflect', () => failure(() => Reflect.apply(console.log, 1, ['x'])));
  check('console.log as a callback', () => failure(() => [1, 2].forEach(console.log)));
  check('getter in an object', () =>
    counted((note) => ({
      get a() {
        note();
        return 1;
      },
    })),
  );
  check('getter on a prototype', () =>
    counted((note) =>
      Object.create({
        get a() {
          note();
          return 1;
        },
      }),
    ),
  );
  check('toJSON', () => counted((note) => ({ toJSON: note })));
  check('toString and valueOf', () =>
    counted((note) => ({ toString: note, valueOf: note, [Symbol.toPrimitive]: note })),
  );
  check('Symbol.toStringTag getter', () =>
    counted((note) => ({
      get [Symbol.toStringTag]() {
        note();
        return 'x';
      },
    })),
  );
  check('Symbol.toStringTag getter on a class', () =>
    counted((note) => {
      class Tagged {
        get [Symbol.toStringTag]() {
          note();
          return 'x';
        }
      }
      return new Tagged();
    }),
  );
  check('iterator of an array', () => counted((note) => Object.assign([1, 2], { [Symbol.iterator]: note })));
  check('getter in a map key and value', () =>
    counted(
      (note) =>
        new Map([
          [
            {
              get a() {
                return note();
              },
            },
            {
              get b() {
                return note();
              },
            },
          ],
        ]),
    ),
  );
  check('message getter of an error class', () =>
    counted((note) => {
      class Own extends Error {
        get message() {
          note();
          return 'x';
        }
      }
      return new Own();
    }),
  );
  check('name getter of an error class', () =>
    counted((note) => {
      class Own extends Error {
        get name() {
          note();
          return 'x';
        }
      }
      return new Own();
    }),
  );
  check('stack getter of an error', () =>
    counted((note) => Object.defineProperty(new Error('x'), 'stack', { get: note })),
  );
  check('cause getter of an error', () =>
    counted((note) => Object.defineProperty(new Error('x'), 'cause', { get: note })),
  );
  check('traps of a proxy', () =>
    counted((note) => new Proxy({ a: 1 }, new Proxy({}, { get: () => note() }))),
  );
  check('traps of a proxy of a function', () =>
    counted((note) => new Proxy(() => 1, new Proxy({}, { get: () => note() }))),
  );
  check('Symbol.hasInstance of Error', () => {
    let count = 0;
    Object.defineProperty(Error, Symbol.hasInstance, {
      configurable: true,
      value() {
        count += 1;
        return false;
      },
    });
    console.log({ a: 1 }, new Date(0));
    delete Error[Symbol.hasInstance];
    return count;
  });
  check('conversion for %s', () => {
    let count = 0;
    console.log(
      '%s %d',
      {
        toString() {
          count += 1;
          return 'x';
        },
      },
      {
        valueOf() {
          count += 1;
          return 1;
        },
      },
    );
    return count;
  });
  check('throwing getter', () =>
    failure(() =>
      console.log({
        get a() {
          throw new Error('no');
        },
      }),
    ),
  );
  check('revoked proxy', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return failure(() => console.log(proxy, [proxy]));
  });
  check('cyclic object', () => {
    const cycle = { list: [] };
    cycle.list.push(cycle);
    return failure(() => console.log(cycle));
  });
  check('10,000 levels', () => {
    let deep = {};
    for (let level = 0; level < 10_000; level += 1) deep = { deep };
    return failure(() => console.log(deep));
  });
  check('objects are not changed', () => {
    const value = Object.freeze({ list: Object.freeze([1]), error: new Error('x') });
    console.log(value);
    return [
      Reflect.ownKeys(value),
      Reflect.ownKeys(value.list).map(String),
      Reflect.ownKeys(value.error).map(String),
    ];
  });
  check('error keys after console.error', () => {
    const error = new TypeError('x');
    const before = JSON.stringify(Object.getOwnPropertyDescriptor(error, 'stack') !== undefined);
    console.error(error);
    return [before, Reflect.ownKeys(error).map(String), error.stack.split('\n')[0]];
  });
  check('stack limit after console.log', () => {
    Error.stackTraceLimit = 3;
    console.log('x');
    const after = Error.stackTraceLimit;
    Error.stackTraceLimit = 10;
    return after;
  });
  check('stack limit as an accessor', () => {
    let touched = 0;
    Object.defineProperty(Error, 'stackTraceLimit', {
      configurable: true,
      get: () => {
        touched += 1;
        return 10;
      },
      set: () => {
        touched += 1;
      },
    });
    console.log('x');
    const count = touched;
    Object.defineProperty(Error, 'stackTraceLimit', {
      configurable: true,
      enumerable: true,
      writable: true,
      value: 10,
    });
    return count;
  });
  check('formatter of stacks is not called', () => {
    let called = 0;
    Error.prepareStackTrace = () => {
      called += 1;
      return 'formatted';
    };
    console.log('x', { a: 1 });
    const count = called;
    delete Error.prepareStackTrace;
    return [count, 'prepareStackTrace' in Error];
  });
  check('formatter of stacks and console.error of an error', () => {
    let called = 0;
    Error.prepareStackTrace = () => {
      called += 1;
      return 'formatted';
    };
    const error = new Error('x');
    const before = called;
    console.error(error);
    const after = called;
    delete Error.prepareStackTrace;
    return [before, after];
  });
  check('no microtask of the page is delayed', async () => {
    const order = [];
    queueMicrotask(() => order.push('first'));
    console.log('between');
    queueMicrotask(() => order.push('second'));
    await turn();
    return order;
  });
  check('console.log inside a microtask storm', async () => {
    const order = [];
    for (let index = 0; index < 5; index += 1)
      Promise.resolve()
        .then(() => {
          console.log(index);
          order.push(index);
        })
        .then(() => order.push(`then ${index}`));
    await turn();
    return order;
  });
  check('page wraps console.log', () => {
    const original = console.log;
    const seen = [];
    console.log = function (...args) {
      seen.push(args.length);
      return Reflect.apply(original, this, args);
    };
    console.log(1, 2, 3);
    const { name, length } = console.log;
    console.log = original;
    return [seen, name, length];
  });
}
