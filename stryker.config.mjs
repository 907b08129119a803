/**
 * Code in which `npm run test:mutation` plants faults one at a time: rules, permissions and guardians' rights, shared
 * arithmetic, and schemas with unit tests. All of it is pure, so tests without a database must detect every fault. SQL
 * scopes and filters need a database: `npm run test:planted`.
 */
export default {
  mutate: [
    'app/models/**/{rules,*-rules,permissions}.ts',
    'app/models/people/accounts/passwords/password-rules.server.ts',
    'app/models/core/shared/{money,calendar,coming-of-age,amount-in-words,geo,paging}.ts',
    'app/models/core/shared/decisions/decision-schema.ts',
    'app/models/money/ledger/books/fee-register-view.ts',
    'app/models/{money/ledger,money/fees,people/accounts}/**/{schema,*-schema}.ts',
  ],
  testRunner: 'vitest',
  // Per-test coverage already selects the tests of a fault; asking vitest for related tests as well takes three times
  // as long.
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Static code runs once at module load; testing it would reload all modules for each fault.
  ignoreStatic: true,
  concurrency: 2,
  // The tests run in a copy without generated or stored files, except the messages.
  ignorePatterns: [
    '.cache',
    'build',
    'storage*',
    'public',
    'docs',
    'test-results',
    'playwright-report',
    'tests/{e2e,bench}',
  ],
  tempDirName: '.cache/mutation',
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, allowEmojis: false, reportTests: false },
  jsonReporter: { fileName: '.cache/mutation.json' },
  thresholds: { high: 95, low: 90, break: 90 },
}
