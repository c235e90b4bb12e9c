/**
 * Getters and methods of the browser's own classes, taken from one window before any page script ran.
 *
 * Each refuses a receiver of another class, which makes it a brand check that works for objects of every frame and
 * that no page can fool. Where a browser lacks a class, its members refuse everything.
 */

import { isCallable } from './callable.ts';
import type { PageWindow } from './page-window.ts';
import { get, getOwnPropertyDescriptor, uncurried } from './primordials.ts';

/** Reads a property of a platform object. */
export type ReadProperty = (object: unknown) => unknown;

/** Calls a method of a platform object. */
export type CallMethod = (object: unknown, ...args: unknown[]) => unknown;

/** The classes of one window. */
export interface Platform {
  /** The prototype of a class, where the window has it. */
  prototype(className: string): object | undefined;
  getter(className: string, property: string): ReadProperty;
  method(className: string, name: string): CallMethod;
}

/** The platform of one window. */
export function platformOf(window: PageWindow): Platform {
  const prototype = (className: string): object | undefined => {
    const constructor: unknown = get(window, className);
    const value: unknown = isCallable(constructor) ? get(constructor, 'prototype') : undefined;
    return typeof value === 'object' && value !== null ? value : undefined;
  };
  const member = (className: string, name: string): PropertyDescriptor | undefined => {
    const owner = prototype(className);
    return owner === undefined ? undefined : getOwnPropertyDescriptor(owner, name);
  };
  return {
    prototype,
    getter(className, property) {
      return uncurried(member(className, property)?.get ?? refuse);
    },
    method(className, name) {
      const method: unknown = member(className, name)?.value;
      return uncurried(isCallable(method) ? method : refuse);
    },
  };
}

/** Whether a brand check accepts an object. */
export function accepts(check: ReadProperty, object: unknown): boolean {
  try {
    check(object);
    return true;
  } catch {
    return false;
  }
}

/** A string as it is, anything else as nothing. */
export function textFrom(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A number as it is, anything else as 0. */
export function numberFrom(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function refuse(): never {
  throw new TypeError('not an object of this class');
}
