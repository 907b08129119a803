/**
 * Code into which `npm run test:mutation` puts faults, one at a time, to see whether a test turns red: rules, permissions and guardians' rights,
 * the shared arithmetic, and the schemas that have unit tests. All of it is pure, so tests without a database must see every fault. Scopes and
 * filters in SQL need a database: `npm run test:planted` plants faults there. Other schemas enter the list when they have unit tests.
 */
export default {
  mutate: [
    'app/models/*/{rules,*-rules,permissions}.ts',
    'app/models/accounts/password-rules.server.ts',
    'app/models/shared/{money,calendar,coming-of-age,amount-in-words,geo,paging,decision-schema}.ts',
    'app/models/ledger/fee-register-view.ts',
    'app/models/{ledger,fees,accounts}/{schema,*-schema}.ts',
  ],
  testRunner: 'vitest',
  // Which tests a fault concerns is known by what each test ran; to ask vitest for it again would take three times as long.
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // What a module makes once, when it is loaded, would need all modules loaded anew for each fault.
  ignoreStatic: true,
  concurrency: 2,
  // The tests run in a copy. What is made or kept has no place in it, except the words.
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
