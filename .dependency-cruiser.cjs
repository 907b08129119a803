/**
 * The layers of the house and the rank of its domains (docs/developers.md), as rules. Each layer names what it may import of our
 * own code; packages are free. Tests may look anywhere.
 */

const test = '\\.test\\.tsx?$'

/** What a layer may import beside itself: paths under the root, as regular expressions. */
const layers = {
  'app/routes/': [
    'app/http/',
    'app/components/',
    // A route never lays a paper out itself: that would keep everybody else waiting.
    'app/documents/(make-paper\\.server|own-data-page)',
    'app/models/',
    'app/office/',
    'app/language/',
    // Where stored bytes come from: the route streams them, no model ever holds them.
    'app/services/storage/',
    // A document that is no page of Remix names its stylesheet itself.
    'app/styles/index\\.css',
    // The address of this installation, for links that leave it.
    'app/services/site\\.server',
  ],
  'app/http/': [
    'app/models/',
    'app/services/(storage|secrets|programs)/',
    'app/services/(site|log|version)\\.server',
    'app/language/',
    // What is known of a request's statements, and whether the database answers.
    'app/database/(connection|work|migrate|errors)\\.server',
  ],
  'app/components/': [
    'app/models/[^/]+/[a-z-]*(options|rules|schema|fields|words)\\.ts',
    'app/models/shared/(?!.*\\.server)',
    'app/http/(paths|school-paths|use-root-data)\\.ts',
    'app/language/',
  ],
  'app/office/': ['app/http/', 'app/components/', 'app/models/'],
  'app/documents/': [
    'app/services/programs/',
    'app/models/[^/]+/(rules|options|[a-z-]*(view|words))\\.ts',
    'app/models/shared/',
    'app/language/',
  ],
  'app/jobs/': [
    'app/models/',
    'app/documents/',
    'app/services/',
    'app/language/',
    'app/http/(paths|school-paths)\\.ts',
    // The loop tells an outage from a failure of the work, and closes the pool at its end.
    'app/database/',
  ],
  'app/models/': ['app/database/', 'app/services/', 'app/language/'],
  'app/services/': ['app/language/', 'app/models/shared/geo\\.ts'],
  'app/database/': [],
  'app/language/': [],
  // The door's own few pages are in the reader's language too; what a log may keep of an error is said once.
  'server/': ['app/language/', 'app/services/(log|notify)\\.server'],
  'sandbox/': [
    'app/services/payments/(port|signatures\\.server|events|entities)',
    'app/services/messages/(port|signatures\\.server)',
  ],
}

/** The only readers of the settings: services, the database, the door, the worker's start, and what a document's head needs. */
const readsEnv =
  '^(app/services/|app/database/|server/|app/jobs/main\\.server|app/entry\\.server|app/http/readiness\\.server)'

/** Low to high. A domain imports only lower ones; those in one row never import each other. */
const ranks = [
  ['shared'],
  ['audit', 'files', 'outbox', 'sealing'],
  ['installation'],
  ['records'],
  ['schools'],
  ['message-setup', 'mail'],
  ['students'],
  ['accounts'],
  ['second-person'],
  ['academics'],
  ['guardians'],
  ['consents'],
  // Whoever tells families stands above.
  ['grievances', 'messaging'],
  ['notices'],
  ['ledger'],
  ['subscriptions'],
  ['fees', 'shop', 'hostels', 'vehicles'],
  ['transport'],
  ['attendance', 'exams', 'timetable', 'quizzes'],
  ['report-cards', 'certificates'],
  ['register'],
  ['retention'],
  ['admissions'],
  ['imports', 'dashboard', 'breaches'],
]
const domains = ranks.flat()

/** Who turns a session, a job's row or a webhook's address into a scope. Nothing in a request says who. */
const makesScopes = [
  '^app/http/guards\\.server',
  // A guardian's links with children, each for that child alone.
  '^app/http/family-guard\\.server',
  // The provider's signed return to a payment: its signature says whose it is, no session does.
  '^app/http/callback\\.server',
  // Registering at a school is open to everybody; the scope is for one admission.
  '^app/http/applicant-guard\\.server',
  '^app/jobs/',
  '^app/routes/webhooks\\+/',
  // Where a session's row becomes the person it belongs to: the guards' own source.
  '^app/models/accounts/sessions\\.server',
  // The school of a row that was found under a guardian's own account.
  '^app/models/guardians/at-school\\.server',
  '^app/models/shared/scope\\.server',
]

const layerRules = Object.entries(layers).map(([layer, allowed]) => ({
  name: `layer: ${layer.replace(/\/$/, '')}`,
  severity: 'error',
  comment: `May import of our own code: ${allowed.join(', ') || 'nothing but itself'}`,
  from: { path: `^${layer}`, pathNot: test },
  to: {
    path: '^(app|server|sandbox)/',
    pathNot: [`^${layer}`, '^app/env\\.server', ...allowed.map((path) => `^${path}`)],
    // A component is typed by what its route hands over; a document by the view it prints. Types are gone when it runs.
    ...(/components|documents/.test(layer) ? { dependencyTypesNot: ['type-only'] } : {}),
  },
}))

const rankRules = ranks.flatMap((row, rank) =>
  row.map((domain) => ({
    name: `rank: ${domain}`,
    severity: 'error',
    comment: 'A domain imports only lower ones',
    from: { path: `^app/models/${domain}/`, pathNot: test },
    to: {
      path: '^app/models/',
      pathNot: [domain, ...ranks.slice(0, rank).flat()].map((lower) => `^app/models/${lower}/`),
    },
  })),
)

/** A part of a page, `__name`, is used by the pages of its own folder and of those in it. */
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
      comment: 'A new domain takes its place in the ranks first',
      from: {},
      to: { path: '^app/models/', pathNot: `^app/models/(${domains.join('|')})/` },
    },
    {
      name: 'settings',
      severity: 'error',
      comment: 'Settings are read at the edges only',
      from: { path: '^(app|server)/', pathNot: [readsEnv, test] },
      to: { path: '^app/env\\.server' },
    },
    {
      name: 'scope makers',
      severity: 'error',
      comment: 'Guards, jobs and webhook routes say whose data it is; everybody else takes the scope as given',
      from: { path: '^app/', pathNot: [...makesScopes, test] },
      to: { path: '^app/models/shared/scope\\.server', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the browser gets no server files',
      severity: 'error',
      comment: 'Options, rules and schemas run in both places',
      from: { path: '^app/models/.*/[a-z-]*(options|rules|schema|fields)\\.ts$' },
      to: { path: '\\.server\\.tsx?$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rules do no I/O',
      severity: 'error',
      comment: 'Dates and rows are passed in',
      from: { path: '^app/models/.*/[a-z-]*(rules|options)\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'tests stay outside',
      severity: 'error',
      comment: 'The product must not need its tests',
      from: { path: '^(app|server|sandbox)/', pathNot: test },
      to: { path: `^tests/|${test}` },
    },
    ...partRules,
    {
      name: 'parts of a page stay with it',
      severity: 'error',
      comment:
        'What begins with two underscores is used by pages of its folder; a component is typed by what its page hands over',
      from: { path: '^(app|server)/', pathNot: [test, '^app/routes/'] },
      to: { path: '^app/routes/.*/__', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no circles',
      severity: 'error',
      from: {},
      comment: 'Nor of types: what both need lies below both',
      to: { circular: true },
    },
    {
      name: 'no orphans',
      severity: 'error',
      comment: 'A file that nothing reaches and that reaches nothing',
      from: {
        orphan: true,
        pathNot: [
          test,
          '\\.d\\.ts$',
          '^app/routes/',
          '^app/probe\\.js$',
          '^app/language/paraglide/',
          '^app/models/[^/]+/[a-z-]*view\\.ts$',
        ],
      },
      to: {},
    },
    {
      name: 'no drawers for everything',
      severity: 'error',
      comment: 'A file is named for what it does',
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
