import { exampleRequest, isSuccess, type Method, type Operation } from "../operations.ts";

/** A request that the documentation shows, and that a test sends. */
export interface ShownRequest {
  readonly method: Method;
  /** Path and query, encoded. */
  readonly address: string;
  readonly body: Readonly<Record<string, unknown>> | null;
  /** Whether it carries a key. */
  readonly isKeyed: boolean;
  /** Whether the answer is JSON a line, and not one JSON value. */
  readonly hasLines: boolean;
}

/** The example of a route. */
export function requestOf(operation: Operation): ShownRequest {
  const ok = operation.responses.find(({ status }) => isSuccess(status));
  return {
    ...exampleRequest(operation),
    method: operation.method,
    isKeyed: !operation.isPublic,
    hasLines: ok?.schema === null,
  };
}

/**
 * The request that a text of the documentation writes: its method and its address, then a blank line and its JSON
 * body when it has one. It carries a key unless its route answers without one.
 * @throws {Error} when it is written otherwise.
 */
export function parseRequest(written: string, operations: readonly Operation[]): ShownRequest {
  const [head = "", body = null] = written.split("\n\n");
  const [method, address = "", ...others] = head.split(" ");
  if ((method !== "GET" && method !== "POST") || !address.startsWith("/v1/") || others.length > 0)
    throw new Error(`« ${head} » is no request`);
  const [path] = address.split("?");
  const isPublic = operations.some((operation) => operation.path === path && operation.isPublic);
  return {
    method,
    address,
    body: body === null ? null : JSON.parse(body),
    isKeyed: !isPublic,
    hasLines: path === "/v1/export",
  };
}
