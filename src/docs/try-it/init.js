/* Requests go to the server that gave the page, whatever address the document names. */
(async () => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
  dark.addEventListener("change", follow);
  follow();
  const described = await (await fetch("/openapi.json")).json();
  SwaggerUIBundle({
    spec: { ...described, servers: [{ url: location.origin, description: "Ce serveur" }] },
    dom_id: "#swagger-ui",
    deepLinking: true,
    // Its default theme lacks contrast.
    syntaxHighlight: { theme: "tomorrow-night" },
    docExpansion: "list",
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    persistAuthorization: false,
    validatorUrl: null,
    supportedSubmitMethods: ["get", "post"],
  });
})();
