import { type ObjectOptions, type TProperties, Type as t } from "@sinclair/typebox";

/**
 * An object schema under the name that it has in the OpenAPI document (`components.schemas`), and so in the clients
 * made of it. The name is its `title`, which no validator reads; `src/docs/named-schemas.ts` refuses two schemas of
 * one name.
 */
export const namedObject = <Properties extends TProperties>(
  title: string,
  properties: Properties,
  options: ObjectOptions = {},
) => t.Object(properties, { ...options, title });
