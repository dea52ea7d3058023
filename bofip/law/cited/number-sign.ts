/**
 * Regular expression source of what introduces a number, or several: « n° », « nos », « n°s », « no ». The source
 * sometimes glues « loin° 2004-439 ».
 */
export const NUMBER_SIGN = String.raw`(?:[Nn] ?[°º]s?|(?<!\p{L})[Nn]os?(?=[\s\d]))\s{0,2}`;
