/**
 * What a command of the project finds in the environment of someone who has set nothing: the way to programs. How its
 * code is compiled is the choice of the tests (`shards.ts`), which ends with them unless their children have it too. With
 * a server, the law would come from its official address.
 */
export const BARE_ENVIRONMENT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && (name === "PATH" || name.startsWith("BUN_JSC_")) ? [[name, value]] : [],
    ),
  ),
  LEGI_SOURCE: "off",
};
