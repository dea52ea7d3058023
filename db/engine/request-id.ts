import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<string>();

/** Runs `work` for an API request, whose identifier is sent with every call to an engine. */
export function onBehalfOf<Value>(requestId: string, work: () => Value): Value {
  return current.run(requestId, work);
}

/** Header of a call to an engine's server; empty outside a request, as in the worker. */
export function requestIdHeader(): Record<string, string> {
  const requestId = current.getStore();
  return requestId === undefined ? {} : { "x-request-id": requestId };
}
