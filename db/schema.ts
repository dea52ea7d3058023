export * from "./schema/actualites.ts";
export * from "./schema/documents.ts";
export * from "./schema/embeddings.ts";
export * from "./schema/ingestion.ts";
export * from "./schema/keys.ts";
export * from "./schema/passages.ts";
export * from "./schema/sessions.ts";
