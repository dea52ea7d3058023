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
