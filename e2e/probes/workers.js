/** Workers, which no capture reaches. */

'use strict';

{
  const { check, event } = probe;

  const inWorker = async (code) => {
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
    const { data } = await event(worker, 'message');
    worker.terminate();
    return data;
  };
  check('worker globals', () =>
    inWorker(
      'postMessage([Object.getOwnPropertyNames(self).length, String(fetch), String(console.log), self.name])',
    ),
  );
  check('worker errors', async () => {
    const worker = new Worker(URL.createObjectURL(new Blob(['throw new Error("in worker")'])));
    const { message, isTrusted } = await event(worker, 'error');
    return [message, isTrusted];
  });
  check('worker message', () => inWorker('postMessage("hello")'));
}
