import { describe, expect, test } from "bun:test";
import { publicConsultation } from "../../../../bofip/news/consultation.ts";

const PUBLISHED = "2024-03-06";

describe("the public consultation that an actualité opens", () => {
  test.each([
    [
      "from one day to another",
      "Ils font l'objet d'une consultation publique du 6 mars 2024 au 15 avril 2024 inclus.",
      "2024-03-06",
      "2024-04-15",
    ],
    [
      "dates in figures",
      "Il est mis en consultation publique du 06/03/2024 au 15/04/2024.",
      "2024-03-06",
      "2024-04-15",
    ],
    [
      "until a day",
      "Ils font l’objet d’une consultation publique. Les remarques sont reçues jusqu'au 1er juin 2024.",
      PUBLISHED,
      "2024-06-01",
    ],
    [
      "before a day, which is not included",
      "Ce projet est soumis à consultation publique. Les remarques sont envoyées avant le 1er mars 2025.",
      PUBLISHED,
      "2025-02-28",
    ],
    [
      "from a later day",
      "Ils font l'objet d'une consultation publique, à compter du 10 mars 2024 et jusqu'au 31 mars 2024.",
      "2024-03-10",
      "2024-03-31",
    ],
    [
      "days of one month, the last of them with its year",
      "Ils font l'objet d'une consultation publique du 8 au 29 mars 2024 inclus.",
      "2024-03-08",
      "2024-03-29",
    ],
    [
      "days of two years, the last of them with its year",
      "Ils font l'objet d'une consultation publique du lundi 15 décembre au 15 janvier 2025.",
      "2024-12-15",
      "2025-01-15",
    ],
    [
      "a last day without its year",
      "Ils font l'objet d'une consultation publique du 6 mars 2024 au 15 avril inclus.",
      "2024-03-06",
      "2024-04-15",
    ],
    [
      "a last day without its year, of the next one",
      "Ils font l'objet d'une consultation publique jusqu'au 31 janvier.",
      PUBLISHED,
      "2025-01-31",
    ],
    [
      "dates that stand before the words",
      "Les BOI suivants font l'objet, du 6 mars 2024 au 15 avril 2024 inclus, d'une consultation publique.",
      "2024-03-06",
      "2024-04-15",
    ],
    [
      "between two days",
      "Ils sont mis en consultation publique. Les remarques sont reçues entre le 8 et le 29 mars 2024.",
      "2024-03-08",
      "2024-03-29",
    ],
    [
      "not until a day of something else",
      "Ils font l'objet d'une consultation publique du 6 mars 2024 au 15 avril 2024. La mesure s'applique jusqu'au 31 décembre 2027.",
      "2024-03-06",
      "2024-04-15",
    ],
    [
      "glued to the next sentence",
      "La loi est commentée.Ils font l'objet d'une consultation publique du 6 mars 2024 au 15 avril 2024 inclus.Les remarques sont signées.",
      "2024-03-06",
      "2024-04-15",
    ],
    [
      "that is only prolonged",
      "La consultation publique ouverte du 1er février 2024 au 1er mars 2024 est prolongée jusqu'au 1er mai 2024 inclus.",
      "2024-02-01",
      "2024-05-01",
    ],
    [
      "of which the delay is prolonged",
      "Le délai de la consultation publique est prolongé jusqu'au 1er mai 2024 inclus.",
      PUBLISHED,
      "2024-05-01",
    ],
    [
      "prolonged",
      "Ils font l'objet d'une consultation publique. La période prévue du 01/02/2024 au 01/03/2024 est prolongée, avant le 01/05/2024.",
      "2024-02-01",
      "2024-04-30",
    ],
  ])("%s", (_, texte, debut, fin) => {
    expect(publicConsultation(texte, PUBLISHED)).toEqual({ debut, fin });
  });

  test.each([
    ["is none when none is said", "Les commentaires du 6 mars 2024 au 15 avril 2024 sont modifiés."],
    [
      "is none when it is over",
      "Ils ont fait l'objet d'une consultation publique du 5 février au 19 février 2023.",
    ],
    [
      "is none for the final publication",
      "Elle remplace les commentaires précédemment mis en consultation publique du 01/02/2023 au 01/03/2023.",
    ],
    [
      "is none for the text that replaces what was submitted",
      "Elle se substitue aux commentaires mis en consultation publique du 01/02/2023 au 01/03/2023.",
    ],
    [
      "is none for the text that replaces what was submitted, by another verb",
      "Elle se substitue aux commentaires du BOI-TVA-BASE-10 soumis à consultation publique du 11 mai 2023 au 31 juillet 2023.",
    ],
    [
      "is none when it had been held, whatever the adverb",
      "La division a également fait l'objet d'une consultation publique du 11 mai 2023 au 31 juillet 2023.",
    ],
    [
      "is none when it is to come",
      "Ils feront l'objet d'une consultation publique du 1er avril 2024 au 2 mai 2024.",
    ],
    ["is none when there is none", "Ils ne sont pas soumis à consultation publique jusqu'au 2 mai 2024."],
    [
      "is none by the title of a list, nor by another announcement that a list shows",
      "Le taux est précisé. Actualité liée : 01/02/2024 : TVA - Les BOI suivants font l'objet d'une consultation publique du 1er avril 2024 au 2 mai 2024. Documents liés soumis à consultation publique : BOI-TVA-BASE-10 : TVA",
    ],
    [
      "is none when something else is prolonged after it",
      "À l'issue de la consultation publique, la mesure est prolongée jusqu'au 31 décembre 2027.",
    ],
    ["is none without its end", "Ils font l'objet d'une consultation publique."],
    [
      "is none when it ends before it begins",
      "Ils font l'objet d'une consultation publique jusqu'au 1er janvier 2020.",
    ],
    [
      "is none by a day that does not exist",
      "Ils font l'objet d'une consultation publique jusqu'au 31 juin 2024.",
    ],
  ])("%s", (_, texte) => {
    expect(publicConsultation(texte, PUBLISHED)).toBeNull();
  });
});
