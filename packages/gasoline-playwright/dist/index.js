// The same instance as for require().
import api from './index.cjs';

export const { captureContext, expect, test } = api;
