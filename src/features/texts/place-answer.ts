import { Type as t } from "@sinclair/typebox";

/** How a text is cited, and where this service shows it. */
export const PLACE = {
  citation: t.String({
    description:
      "Comme les professionnels citent ; suivie du début de l'empreinte quand date et § laissent un choix.",
    examples: ["BOI-IR-LIQ-20-20-20, § 130, version du 18 janvier 2024"],
  }),
  page: t.String({ description: "Notre page de ce texte, à une adresse qui garde sa date." }),
};
