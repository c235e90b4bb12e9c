/** Runs in the page's own world, before its scripts: captures, and sends what it captured to the relay. */

import { createEnv, startCapture } from 'capture';

import { offerChannel } from './channel.ts';

// Also when another copy captures this window already: the relay waits for an offer, and only from us.
const send = offerChannel(window);

// Session, tab and frame are added by the service worker, which knows them for certain.
startCapture(createEnv(window), { send, close: () => undefined });
