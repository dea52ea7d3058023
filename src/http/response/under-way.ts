import type { SendableBody } from "./sendable-body.ts";

/**
 * The bodies being rendered: concurrent requests for one wait for it. When an ingestion invalidates every cached
 * body, each costs one rendering, however many ask.
 */
export class UnderWay<Body extends SendableBody> {
  private readonly bodies = new Map<string, Promise<Body | null>>();

  /** Resolves to the body being rendered, or null when its rendering fails; undefined when none is in progress. */
  find(rendering: string): Promise<Body | null> | undefined {
    return this.bodies.get(rendering);
  }

  /**
   * Announces a body. Returns the callback for its end: called with null when it fails, after which each waiter
   * renders its own.
   */
  begin(rendering: string): (body: Body | null) => void {
    const { promise, resolve } = Promise.withResolvers<Body | null>();
    this.bodies.set(rendering, promise);
    return (body) => {
      if (this.bodies.get(rendering) === promise) this.bodies.delete(rendering);
      resolve(body);
    };
  }
}
