/* What Swagger UI lacks for those who do not see it or use no mouse: names of its controls, and none inside another. */
(() => {
  const root = document.querySelector("#swagger-ui");
  const name = (words) => (element) => element.setAttribute("aria-label", words);
  const REPAIRS = [
    ["#servers", name("Serveur")],
    [".close-modal", name("Fermer")],
    ["textarea", name("Corps de la requête")],
    [".microlight", (element) => element.setAttribute("tabindex", "0")],
    // The button around it opens the operation, and puts it in the address.
    [".opblock-summary-control a[href]", (link) => link.removeAttribute("href")],
    // The page has a main part of its own.
    [
      "#operations",
      (main) => {
        main.removeAttribute("tabindex");
        main.setAttribute("role", "presentation");
      },
    ],
  ];
  const repair = () => {
    for (const [selector, mend] of REPAIRS)
      for (const element of root.querySelectorAll(selector)) mend(element);
  };
  new MutationObserver(repair).observe(root, { subtree: true, childList: true });
})();
