import { describe, expect, test } from "bun:test";
import { readCitedLawKey } from "../../../../../bofip/law/cited/keys.ts";

describe("a key is read as a caller types it:", () => {
  test.each([
    ["CE-248065", "decision", "CE-248065"],
    ["ce 248065", "decision", "CE-248065"],
    ["CE n° 06490", "decision", "CE-06490"],
    ["ce-6490", "decision", "CE-06490"],
    ["CAA-PARIS-10PA01234", "decision", "CAA-PARIS-10PA01234"],
    ["caa clermont-ferrand 10ly01234", "decision", "CAA-CLERMONT-FERRAND-10LY01234"],
    ["TA-Cergy-Pontoise-1607812", "decision", "TA-CERGY-PONTOISE-1607812"],
    ["cass-09-10.791", "decision", "CASS-09-10791"],
    ["CC-2012-662-DC", "decision", "CC-2012-662-DC"],
    ["CC n° 2014-437 QPC", "decision", "CC-2014-437-QPC"],
    ["CJUE-C-311/08", "decision", "CJUE-C-311-08"],
    ["C-311/08", "decision", "CJUE-C-311-08"],
    ["CJUE-270-83", "decision", "CJUE-270-83"],
    ["CJUE-279-93", "decision", "CJUE-C-279-93"],
    ["CJUE-C-268-83", "decision", "CJUE-268-83"],
    ["CAA-PARIS-10PA1234", "decision", "CAA-PARIS-10PA01234"],
    ["CEDH-12547/86", "decision", "CEDH-12547-86"],
    ["tc-c3986", "decision", "TC-3986"],
    ["Loi n° 2012-1509", "norme", "loi-2012-1509"],
    ["loi-1901-07-01", "norme", "loi-1901-07-01"],
    ["DÉCRET-2012-992", "norme", "decret-2012-992"],
    ["directive 2006/112/ce", "norme", "directive-2006-112"],
    ["directive (UE) 2016/1164", "norme", "directive-2016-1164"],
    ["reglement-651-2014", "norme", "reglement-651-2014"],
    ["Traité TFUE", "norme", "traite-TFUE"],
    ["constitution-1958", "norme", "constitution-1958"],
    ["convention-etats-unis-1994-08-31", "norme", "convention-ETATS-UNIS-1994-08-31"],
    ["rm-an-1996-39397", "reponse", "RM-AN-1996-39397"],
    ["RM-Sénat-2008-01928", "reponse", "RM-SENAT-2008-01928"],
  ] as const)("%s", (typed, kind, cle) => {
    expect(readCitedLawKey(typed)).toEqual({ kind, cle });
  });
});

test.each([
  "",
  "CE",
  "CE-",
  "CE-12a",
  "248065",
  "loi",
  "loi-2012",
  "CGI-150 U",
  "RM-AN-39397",
  "CE-1\0",
  "\0loi-2012-1509",
  "C".repeat(5000),
])("« %s » is the key of nothing", (typed) => {
  expect(readCitedLawKey(typed)).toBeNull();
});
