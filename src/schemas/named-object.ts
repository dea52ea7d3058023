import { type ObjectOptions, type TProperties, Type as t } from "@sinclair/typebox";

/**
 * An object schema under its name in `components.schemas`, and so in generated clients. It is its `title`, which no
 * validator reads; `src/docs/named-schemas.ts` refuses two schemas of one name.
 */
export const namedObject = <Properties extends TProperties>(
  title: string,
  properties: Properties,
  options: ObjectOptions = {},
) => t.Object(properties, { ...options, title });
