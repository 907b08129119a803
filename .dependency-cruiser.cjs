/**
 * Import rules for the layers, the wings and the ranks of the domains (docs/developers.md). Each layer lists the parts of our own code that it may
 * import; packages are unrestricted. Tests may import anything.
 */

const test = '\\.test\\.tsx?$'

/** Allowed imports of each layer besides its own files: paths under the root, as regular expressions. */
const layers = {
  'app/routes/': [
    'app/http/',
    'app/components/',
    // A route never renders a paper itself: that would block all other requests.
    'app/documents/(make-paper\\.server|own-data-page)',
    'app/models/',
    'app/kit/',
    'app/language/',
    // A route streams the bytes of a stored file; a model never loads them.
    'app/services/storage/',
    // A document outside Remix links its stylesheet itself.
    'app/styles/index\\.css',
    // URL of this installation, for absolute links.
    'app/services/site\\.server',
  ],
  'app/http/': [
    'app/addresses/',
    'app/models/',
    'app/kit/(forms|tables|records)/',
    'app/services/(storage|secrets|programs)/',
    'app/services/(site|log|version)\\.server',
    'app/language/',
    // Number of a request's statements, and the check whether the database is reachable.
    'app/database/(database|work|migrate|errors)\\.server',
  ],
  'app/components/': [
    'app/models/.*/[a-z-]*(options|methods|rules|schema|fields|words)\\.ts',
    'app/models/core/shared/(?!.*\\.server)',
    'app/kit/forms/fields\\.ts',
    'app/http/use-root-data\\.ts',
    'app/addresses/',
    'app/language/',
  ],
  // Models describe forms and tables with these; only the kit's pages may import components.
  'app/kit/(forms|tables|records)/': [
    'app/kit/(forms|tables|records)/',
    'app/models/core/',
    'app/database/',
    'app/services/',
    'app/language/',
  ],
  'app/kit/pages/': ['app/addresses/', 'app/http/', 'app/components/', 'app/models/', 'app/kit/'],
  'app/documents/': [
    'app/services/programs/',
    'app/models/.*/(rules|options|[a-z-]*(view|words))\\.ts',
    'app/models/core/shared/',
    'app/kit/forms/fields\\.ts',
    'app/language/',
  ],
  'app/jobs/': [
    'app/models/',
    // A paper that hangs or fills the memory would stop the jobs of all schools.
    'app/documents/make-paper\\.server',
    'app/services/',
    'app/language/',
    'app/addresses/',
    // The worker loop distinguishes an outage from a failed job, and closes the pool at its end.
    'app/database/',
  ],
  'app/models/': [
    'app/addresses/',
    'app/kit/(forms|tables|records)/',
    'app/database/',
    'app/services/',
    'app/language/',
  ],
  // Addresses are only text: every writer of a link imports them.
  'app/addresses/': [],
  'app/services/': ['app/language/', 'app/models/core/shared/(geo|clean-text)\\.ts'],
  'app/database/': [],
  'app/language/': [],
  // The server's own pages are localized too, and follow the same rules for logging an error.
  'server/': ['app/language/', 'app/services/(log|notify)\\.server'],
  'sandbox/': [
    'app/services/payments/(port|signatures\\.server|events|entities)',
    'app/services/messages/(port|signatures\\.server)',
  ],
}

/** Only these may read settings: services, database, HTTP server, worker start, and the headers of a document. */
const readsEnv =
  '^(app/services/|app/database/|server/|app/jobs/main\\.server|app/entry\\.server|app/http/readiness\\.server)'

/**
 * The wings and the domains of each, both from low to high. A domain imports only lower ones; domains of one row never import each
 * other.
 */
const wings = {
  core: ['shared', 'audit files outbox sealing', 'installation', 'schools'],
  people: ['students', 'accounts', 'second-person', 'academics', 'guardians'],
  contact: ['message-setup mail', 'consents', 'grievances messaging', 'notices'],
  money: ['ledger', 'subscriptions', 'fees shop hostels vehicles', 'transport'],
  learning: ['attendance exams timetable quizzes', 'report-cards certificates'],
  entry: ['register', 'admissions', 'imports dashboard breaches', 'retention'],
}
const ranks = Object.entries(wings).flatMap(([wing, rows]) =>
  rows.map((row) => row.split(' ').map((domain) => `${wing}/${domain}`)),
)
const domains = ranks.flat()

/** Files that turn a session, a job's row or a webhook's address into a scope. No parameter of a request can name one. */
const makesScopes = [
  '^app/http/guards\\.server',
  // Links between a guardian and children; each gives a scope for that child only.
  '^app/http/family-guard\\.server',
  // Signed return from the payment provider: the signature identifies the payment, not a session.
  '^app/http/callback\\.server',
  '^app/jobs/',
  '^app/routes/webhooks\\+/',
  // Turns a session row into its user, for the guards.
  '^app/models/people/accounts/sign-in/sessions\\.server',
  // School of a row found through a guardian's account.
  '^app/models/people/guardians/at-school\\.server',
  '^app/models/core/shared/scope\\.server',
]

const layerRules = Object.entries(layers).map(([layer, allowed]) => ({
  name: `layer: ${layer.replace(/\/$/, '')}`,
  severity: 'error',
  comment: `Allowed imports of our own code: ${allowed.join(', ') || 'only its own files'}`,
  from: { path: `^${layer}`, pathNot: test },
  to: {
    path: '^(app|server|sandbox)/',
    pathNot: [`^${layer}`, '^app/env\\.server', ...allowed.map((path) => `^${path}`)],
    // Types are allowed: a component is typed by its route's data, a document by the view that it prints.
    ...(/components|documents/.test(layer) ? { dependencyTypesNot: ['type-only'] } : {}),
  },
}))

const rankRules = ranks.flatMap((row, rank) =>
  row.map((domain) => ({
    name: `rank: ${domain}`,
    severity: 'error',
    comment: 'A domain may import only lower-ranked domains',
    from: { path: `^app/models/${domain}/`, pathNot: test },
    to: {
      path: '^app/models/',
      pathNot: [domain, ...ranks.slice(0, rank).flat()].map((lower) => `^app/models/${lower}/`),
    },
  })),
)

/** A page part, `__name`, may be used only by pages of its folder and of the folders below. */
const partRules = [1, 2, 3].map((depth) => {
  const folders = [1, 2, 3].slice(0, depth)
  const above = (upTo) => folders.slice(0, upTo).map((nth) => `$${nth}\\+/`)
  return {
    name: `parts of a page, ${depth} deep`,
    severity: 'error',
    from: { path: `^app/routes/${folders.map(() => '([a-z_-]+)\\+/').join('')}[^/]+$`, pathNot: test },
    to: { path: '^app/routes/.*/__', pathNot: [0, ...folders].map((upTo) => `^app/routes/${above(upTo).join('')}__`) },
  }
})

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules,
    ...rankRules,
    {
      name: 'domain without a rank',
      severity: 'error',
      comment: 'Add a new domain to the ranks first',
      from: {},
      to: { path: '^app/models/', pathNot: `^app/models/(${domains.join('|')})/` },
    },
    {
      name: 'sequelize',
      severity: 'error',
      comment: 'Only the kit and the database layer know the library; models use described tables',
      from: { path: '^(app|server|sandbox)/', pathNot: [test, '^app/(kit|database)/'] },
      to: { path: '^node_modules/sequelize/' },
    },
    {
      name: 'settings',
      severity: 'error',
      comment: 'Only the edges of the app may read settings',
      from: { path: '^(app|server)/', pathNot: [readsEnv, test] },
      to: { path: '^app/env\\.server' },
    },
    {
      name: 'scope makers',
      severity: 'error',
      comment: 'Only guards, jobs and webhook routes create a scope; all other code receives it as a parameter',
      from: { path: '^app/', pathNot: [...makesScopes, test] },
      to: { path: '^app/models/core/shared/scope\\.server', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the browser gets no server files',
      severity: 'error',
      comment: 'Options, rules and schemas also run in the browser',
      from: { path: '^app/models/.*/[a-z-]*(options|rules|schema|fields)\\.ts$' },
      to: { path: '\\.server\\.tsx?$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rules do no I/O',
      severity: 'error',
      comment: 'Rules receive dates and rows as parameters',
      from: { path: '^app/models/.*/[a-z-]*(rules|options)\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'tests stay outside',
      severity: 'error',
      comment: 'Product code must not import tests',
      from: { path: '^(app|server|sandbox)/', pathNot: test },
      to: { path: `^tests/|${test}` },
    },
    ...partRules,
    {
      name: 'pages stay above',
      severity: 'error',
      comment: 'Only a page may import a page or its parts, types included: a model describes a shared type',
      from: { path: '^(app|server)/', pathNot: [test, '^app/routes/'] },
      to: { path: '^app/routes/' },
    },
    {
      name: 'no import cycles',
      severity: 'error',
      from: {},
      comment: 'Type imports count too: move shared code below both files',
      to: { circular: true },
    },
    {
      name: 'no orphans',
      severity: 'error',
      comment: 'A file without imports that no other file imports',
      from: {
        orphan: true,
        pathNot: [
          test,
          '\\.d\\.ts$',
          '^app/routes/',
          '^app/probe\\.js$',
          '^app/language/paraglide/',
          '^app/models/.*/[a-z-]*view\\.ts$',
        ],
      },
      to: {},
    },
    {
      name: 'no catch-all files',
      severity: 'error',
      comment: 'Name a file after its purpose',
      from: { path: '(^|/)(utils?|helpers?|misc|common)(/|\\.[a-z.]+$)', pathNot: 'node_modules' },
      to: {},
    },
    {
      name: 'packages are declared',
      severity: 'error',
      from: { path: '^(app|server|sandbox)/', pathNot: test },
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'],
        pathNot: ['\\?url$', '^node_modules/react-router/'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^app/language/paraglide/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
