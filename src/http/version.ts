import packageJson from "../../package.json" with { type: "json" };

/** The release that runs. */
export const VERSION: string = packageJson.version;

export const SERVICE: string = packageJson.name;
