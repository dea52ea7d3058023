#!/bin/sh
# Tient un miroir des documents en vigueur : API=https://… CLE=boi_… sh miroir.sh DOSSIER
# Demande curl, jq et sha256sum. Un passage à la fois ; chacun reprend où le précédent s'est arrêté, même tué, et finit par
# comparer la copie au service.
set -eu
mkdir -p "$1" && cd "$1"

# Une réponse entière dans le fichier $2 ; curl attend et redemande quand le service le dit ou ne répond pas.
demander() {
  curl -sSf --compressed --retry 10 --retry-connrefused -H "X-API-Key: $CLE" -o "$2" "$API$1" ${3:+-w "$3"}
}

# D'un coup : un passage tué ne laisse jamais un fichier à moitié.
garder() {
  jq -c . >document.tmp && mv document.tmp "$1"
}

# La page d'export qui suit $1, entière, dans page.tmp : sans sa dernière ligne, elle a été coupée.
page_d_export() {
  while :; do
    demander "/v1/export${1:+?apres=$1}" page.tmp || exit 1
    [ "$(tail -n 1 page.tmp | jq -r '.fin // false')" != true ] || break
  done
}

# Tout reprendre : les pages jusqu'à la dernière, puis le journal depuis le début de la première.
exporter() {
  rm -f depart vus && : >vus
  apres=
  while [ "$apres" != null ]; do
    page_d_export "$apres"
    echo "$apres" >derniere_page
    [ -f depart ] || head -n 1 page.tmp | jq -c '{dernier: .sequence, derivation}' >depart
    sed '1d;$d' page.tmp >documents.tmp
    while IFS= read -r document; do
      boi_id=$(printf '%s' "$document" | jq -r .boi_id)
      printf '%s' "$document" | garder "$boi_id.json"
      echo "$boi_id.json" >>vus
    done <documents.tmp
    apres=$(tail -n 1 page.tmp | jq -r .suivant)
  done
  for fichier in BOI-*.json; do
    grep -qxF "$fichier" vus || rm -f "$fichier"
  done
  mv depart etat.json || exit 1
}

# Ce que le journal dit depuis la dernière fois ; échoue quand il faut tout reprendre.
suivre() {
  while :; do
    demander "/v1/journal?limit=1000&apres=$(jq .dernier etat.json)" journal.tmp || exit 1
    [ "$(jq .derivation journal.tmp)" = "$(jq .derivation etat.json)" ] || return 1
    for boi_id in $(jq -r '[.entrees[].boi_id | select(. != null)] | unique[]' journal.tmp); do
      # 410 : la loi a fait effacer le texte.
      code=$(demander "/v1/boi/$boi_id" recu.tmp '%{http_code}') || [ "$code" = 410 ] || exit 1
      if [ "$code" = 200 ] && [ "$(jq -r .statut recu.tmp)" = en_vigueur ]; then
        garder "$boi_id.json" <recu.tmp
      else
        rm -f "$boi_id.json"
      fi
    done
    # Après les documents : ce qui a été fait deux fois n'est jamais oublié.
    jq -c '{dernier, derivation}' journal.tmp >etat.tmp && mv etat.tmp etat.json
    [ "$(jq .count journal.tmp)" != 0 ] || return 0
  done
}

# La racine de tout l'export dans racine.tmp : sa dernière page la dit.
racine_du_service() {
  apres=$(cat derniere_page 2>/dev/null || :)
  while [ "$apres" != null ]; do
    page_d_export "$apres"
    echo "$apres" >derniere_page
    apres=$(tail -n 1 page.tmp | jq -r .suivant)
  done
  tail -n 1 page.tmp | jq .racine >racine.tmp
}

# La même, refaite des fichiers, dans l'ordre des identifiants.
racine_de_la_copie() {
  find . -name 'BOI-*.json' -exec jq -r '
    [.boi_id, .edition.date_debut, .edition.pgp, .statut, .edition.empreinte, .edition.empreinte_source]
    | map(. // "" | tostring) | join("\t")' {} + | LC_ALL=C sort | sha256sum | cut -d " " -f 1
}

[ -f etat.json ] || exporter
while :; do
  until suivre; do exporter; done
  racine_du_service
  # Une ingestion a eu lieu depuis : le journal dit le reste.
  [ "$(jq .sequence racine.tmp)" -gt "$(jq .dernier etat.json)" ] || break
done
if [ "$(jq -r .valeur racine.tmp)" != "$(racine_de_la_copie)" ]; then
  echo "$1 diffère du service : effacez $1/etat.json pour tout reprendre." >&2
  exit 1
fi
