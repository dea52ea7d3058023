/**
 * Verbs whose root changes. A line is: prefixes (- for none), infinitive, irregular forms, root of the imperfect,
 * root of the future; folded, and without the forms that are words in their own right (part, voie, court).
 */
export const THIRD_GROUP = `
  - re de ob con sou main appar abs entre : tenir : tient tiens tienne tiennent tenu tenue tint tinrent : ten : tiendr
  - re de rede con inter pro par sur sub pre contre sou : venir : vient viens vienne viennent venu venue vint vinrent : ven : viendr
  - : courir : coure courent couru courue courait couraient : : courr
  ac en re con par se dis : courir : court coure courent couru courue courut coururent : cour : courr
  - : mourir : meurt meure meurent mourut moururent : mour : mourr
  - re : vetir : vet vets vete vetent vetu vetue : vet : vetir
  - des res : servir : sert sers serve servent servi servie servit servirent : serv : servir
  - : sortir : sort sortent sorti sortie sortit sortirent : sort : sortir
  res : sortir : sortent sorti sortie : : sortir
  - : partir : partent parte : : partir
  - en : dormir : dort dorme dorment dormi dormie : dorm : dormir
  - de : mentir : ment mente mentent menti mentie : ment : mentir
  - res : sentir : sent sente sentent senti sentie : sent : sentir
  con : sentir : sent sente sentent senti sentie sentit sentement : sent : sentir
  - ac re : cueillir : cueille cueillent cueilli cueillie cueillit : cueill : cueiller
  - re entr : ouvrir : ouvre ouvrent ouvert ouverte ouvrit ouvrirent : ouvr : ouvrir
  re : couvrir : couvert couverte : : couvrir
  - de : couvrir : couvre couvrent couvert couverte couvrit couvrirent : couvr : couvrir
  - : offrir : offrent offert offerte offrit offrirent : offr : offrir
  - : souffrir : souffre souffrent souffert soufferte souffrit : souffr : souffrir
  ac : querir : quiert quiere quierent quis quise quit quirent quisition : quer : querr
  re con recon : querir : quiert quiere quierent quis quise quit quirent : quer : querr
  - : fuir : fuit fuient fui fuie : fuy : fuir
  - de : faillir : failli faillie faillit faillent : faill : faillir
  - ad sou com trans retrans o e re per pro de compro : mettre : met mets mette mettent mis mise mit mirent : mett : mettr
  - ap com sur re entre : prendre : prend prends prenne prennent pris prise prit prirent : pren : prendr
  - cor inter : rompre : rompt rompent rompe rompu rompue rompit : romp : rompr
  - a com re : battre : bats batte battent battu battue battit : batt : battr
  - con : vaincre : vainc vainquent vaincu vaincue vainquit vaincant : vainqu : vaincr
  - pour : suivre : suit suive suivent suivi suivie suivit suivirent : suiv : suivr
  - re sur : vivre : vit vive vivent vecu vecue vecut vecurent : viv : vivr
  - re : ecrire : ecrit ecrite ecrive ecrivent ecrivit : ecriv : ecrir
  de : crire : crit crite crive crivent : criv : crir
  in rein sou pre pro tran retran circon : scrire : scrit scrite scrive scrivent scrivit : scriv : scrir
  - re inter contre pre : dire : dit dite dits disent dise : dis : dir
  - re : lire : lit lise lisent lu lue lut lurent : lis : lir
  - re : elire : elit elise elisent elu elue elut elurent : elis : elir
  de re in intro tra se pro repro con recon : duire : duit duite duise duisent duisit duisirent : duis : duir
  con recon in de : struire : struit struite struise struisent struisit : struis : struir
  de : truire : truit truite truise truisent truisit : truis : truir
  - : suffire : suffit suffise suffisent suffi : suffis : suffir
  com de : plaire : plait plaise plaisent plu : plais : plair
  - satis contre re de : faire : fait faits faite fais fasse fassent font fit firent : fais : fer
  ex : traire : traie traient : tray : trair
  sous dis abs : traire : trait traite traie traient : tray : trair
  - re me : connaitre : connait connaisse connaissent connu connue connut connurent : connaiss : connaitr
  - com re trans : paraitre : parait paraisse paraissent paru parue parut parurent : paraiss : paraitr
  ap dis : paraitre : parait paraisse paraissent paru parue parut parurent parition : paraiss : paraitr
  - : naitre : nait naisse naissent nee nees nes naquit naquirent : naiss : naitr
  ac de : croitre : croit croisse croissent cru crue crut crurent : croiss : croitr
  - : croire : croit croient : croy : croir
  in ex con : clure : clut clue clus cluse clu cluent clurent : clu : clur
  re : soudre : sout solve solvent solu solue solut : solv : soudr
  ab dis : soudre : sout soute sous solve solvent solut : solv : soudr
  - con : traindre : traigne traignent traignit : traign : traindr
  - : craindre : craint crainte craigne craignent : craign : craindr
  - : peindre : peint peinte peigne peignent : peign : peindr
  at : teindre : teint teinte teigne teignent teignit : teign : teindr
  e : teindre : teint teinte teigne teignent : teign : teindr
  res : treindre : treint treinte treigne treignent : treign : treindr
  en : freindre : freint freinte freigne freignent : freign : freindr
  - re dis en : joindre : joint jointe joigne joignent joignit : joign : joindr
  - : echoir : echoit echoient echu echue echut : echoy : echoir
  - : dechoir : dechu dechue dechoit : dechoy : dechoir
  e pro : mouvoir : meut meuve meuvent mu mue : mouv : mouvr
  - : falloir : faut fallu fallut fallait : : faudr
  - : valoir : vaut vaille valent valut : val : vaudr
  pre equi : valoir : vaut vale valent valu : val : vaudr
  - re : voir : voit voient : voy : verr
  pre : voir : voit voie voient vu vue vit virent : voy : voir
  - de : pourvoir : pourvoit pourvoie pourvoient pourvu pourvue pourvut : pourvoy : pourvoir
  - : devoir : doit dois doive doivent : dev : devr
  - : vouloir : veut veuille veuillent veulent voulu voulue voulut : voul : voudr
  - : savoir : sait sache sachent sachant savent su sut : sav : saur
  re per con de aper : cevoir : coit coive coivent cu cue cut curent : cev : cevr
  - : aller : va vont aille aillent alla allerent : all : ir
  - : etre : etaient etant ete soit soient fut furent soyez : et : ser
  - : ayant : ont ait aient eu eue eut eurent ayez avait avaient avons avez : : aur
  - : peut : peux peuvent pouvons pouvez pouvait pouvaient pouvant puisse puissent pu put : : pourr
`;

/** Verbs that lose only their -re: vend, vendu, vendait, vendra. */
export const IN_DRE = `
  vendre revendre rendre tendre attendre etendre entendre pretendre detendre pendre dependre suspendre defendre
  descendre confondre repondre correspondre perdre mordre repandre distendre fendre tordre
`;

/** Roots of the second-group verbs that are too short for the rules. */
export const SECOND_GROUP = `
  ag un pun fin abol jou obe sub bat
`;

/** Verbs in -er with a three-letter root, and the noun of their act: other words in -e so short may be anything. */
export const SHORT_VERBS = `
  citer citation
  fixer fixation
  louer
  gerer
  ceder
  creer creation
  viser
  user
  opter option
  loger logement logeant
  payer paiement payement paient
  peser
  poser
  jouer
  vouer
  lever
  mener
  jurer
  virer virement
  tirer
  nier
  tuer
  lier
  rater
  doter dotation
  coter cotation
  taxer taxation
  noter notation
  muter
  juger jugement jugeant
  semer
  geler
  forer
  rever
  raser
  ruiner
  gener
  crier
  prier
  trier
  plier
  voler
  laver
  doser
  fumer
`;
