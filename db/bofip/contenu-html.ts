/**
 * Class, in the HTML kept of a document, of the paragraph that holds the number of a numbered paragraph (official
 * format).
 */
export const NUMBER_CLASS = "numero-de-paragraphe-western";
