import packageJson from "../../package.json" with { type: "json" };

/** The running release. */
export const VERSION: string = packageJson.version;

export const SERVICE: string = packageJson.name;
