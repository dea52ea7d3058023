import { describe, expect, test } from "bun:test";
import {
  ACCOUNT_COOKIE,
  OPERATOR_COOKIE,
  SESSION_SECONDS,
  Sessions,
} from "../../../../src/sessions/cookie.ts";

const TOKEN = "un-jeton-d-administration-de-test";
const NOW = new Date("2026-11-20T12:00:00Z");
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe("a session", () => {
  test("is accepted by any process of the same token, to its end", () => {
    const session = new Sessions(TOKEN, "dashboard session").open(NOW);
    const elsewhere = new Sessions(TOKEN, "dashboard session");
    expect(session.expiresAt).toEqual(after(SESSION_SECONDS));
    expect(elsewhere.read(session.cookie, after(SESSION_SECONDS - 1))).toEqual(session);
    expect(elsewhere.read(session.cookie, after(SESSION_SECONDS))).toBeNull();
  });
  test("ends with its token", () => {
    const { cookie } = new Sessions(TOKEN, "dashboard session").open(NOW);
    expect(new Sessions(`${TOKEN}-nouveau`, "dashboard session").read(cookie, NOW)).toBeNull();
  });
  test("is of no other purpose", () => {
    const { cookie } = new Sessions(TOKEN, "dashboard session").open(NOW);
    expect(new Sessions(TOKEN, "account session").read(cookie, NOW)).toBeNull();
  });
  test("has a form token of its own", () => {
    const sessions = new Sessions(TOKEN, "dashboard session");
    const [one, other] = [sessions.open(NOW), sessions.open(NOW)];
    expect(one.cookie).not.toBe(other.cookie);
    expect(one.formToken).not.toBe(other.formToken);
  });
  const { cookie } = new Sessions(TOKEN, "dashboard session").open(NOW);
  const [expiresAt, nonce, signature] = cookie.split(".");
  test.each([
    ["prolonged", `${Number(expiresAt) + 3600}.${nonce}.${signature}`],
    ["with another nonce", `${expiresAt}.${nonce}A.${signature}`],
    ["without signature", `${expiresAt}.${nonce}.`],
    ["with a cut signature", cookie.slice(0, -1)],
    ["empty", ""],
    ["of another form", "admin"],
  ])("%s is refused", (_, forged) => {
    expect(new Sessions(TOKEN, "dashboard session").read(forged, NOW)).toBeNull();
  });
});

describe("the cookie", () => {
  test("is for the dashboard alone, out of reach of scripts and of other sites", () => {
    expect(OPERATOR_COOKIE.header("x", "http://localhost:3000")).toBe(
      `session_admin=x; Path=/admin; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Strict`,
    );
  });
  test("never leaves in clear when the site is served over TLS", () => {
    expect(ACCOUNT_COOKIE.header("x", "https://exemple.fr")).toEndWith("; Secure");
  });
  test.each([
    ["session_admin=a.b.c", "a.b.c"],
    ["autre=1; session_admin=a.b.c; fin=2", "a.b.c"],
    ["xsession_admin=a", ""],
    ["", ""],
  ])("« %s » holds « %s »", (cookie, value) => {
    expect(OPERATOR_COOKIE.read(new Request("http://localhost/", { headers: { cookie } }))).toBe(value);
  });
});
