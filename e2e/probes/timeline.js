/** The performance timeline and the order of tasks. */

'use strict';

{
  const { check, turn } = probe;

  check('timeline has no marks or measures', () =>
    performance
      .getEntries()
      .map(({ entryType }) => entryType)
      .filter((type) => type === 'mark' || type === 'measure'),
  );
  check('timeline has only resources of the page', () =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.startsWith('http'))
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => !path.startsWith('/probes/')),
  );
  check('types of entries', () => {
    // Whether any of the others are there depends on how fast the machine is just now.
    const steady = ['navigation', 'resource', 'mark', 'measure', 'element', 'taskattribution'];
    return steady.filter((type) => performance.getEntriesByType(type).length > 0);
  });
  check('observer of marks', async () => {
    const names = [];
    const observer = new PerformanceObserver((list) =>
      names.push(...list.getEntries().map(({ name }) => name)),
    );
    observer.observe({ type: 'mark', buffered: true });
    performance.mark('own');
    await turn();
    await turn();
    observer.disconnect();
    performance.clearMarks();
    return names;
  });
  check('supported entry types', () => PerformanceObserver.supportedEntryTypes);
  check('onresourcetimingbufferfull', () => String(performance.onresourcetimingbufferfull));
  check('order of timers, messages and microtasks', async () => {
    const order = [];
    const timers = new Promise((resolve) =>
      setTimeout(() => {
        order.push('timer');
        resolve();
      }, 10),
    );
    queueMicrotask(() => order.push('microtask'));
    Promise.resolve().then(() => order.push('then'));
    console.log('x');
    order.push('now');
    await timers;
    return order;
  });
}
