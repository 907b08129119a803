import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../processes.mjs'
import { MINUTE } from './steps.mjs'

/* Checks of the gate other than tests and flows: each passes, fails or is skipped as a whole. */

export const bin = (name) => join(root, 'node_modules', '.bin', name)
export const node = (script) => [process.execPath, join(root, 'scripts', script)]

/** The build and the checks that only read the sources: two run at a time, the longest first. */
export const STATIC_CHECKS = [
  { name: 'build', command: node('build.mjs') },
  { name: 'unused code', command: [bin('knip')] },
  { name: 'format and lint', command: [bin('biome'), 'check', '.'] },
  { name: 'types and promises', command: [bin('oxlint'), '--type-aware', '--type-check', '--deny-warnings'] },
  { name: 'styles', command: [bin('stylelint'), 'app/styles/**/*.css'] },
  {
    name: 'layer rules',
    command: [bin('depcruise'), 'app', 'server', 'sandbox', '--config', '.dependency-cruiser.cjs'],
  },
]

/** Checks of `npm test` that each run a rotating part of themselves. */
export const TURN_CHECKS = [
  { name: 'another day', command: [...node('test-days.mjs'), '--turn'] },
  { name: 'MySQL, one tenth', command: [...node('test-mysql.mjs'), '--turn'] },
]

/**
 * Checks that `npm run test:all` adds: the compiler. Other runs replace it by `types and promises`, which takes a
 * seventh of the time.
 */
export const DEEP_STATIC_CHECKS = [{ name: 'types by the compiler', command: [bin('tsc'), '--noEmit'] }]

/** Flow files that open every page in a browser. They take an hour, so they run in part `faults` and not in `tests`. */
const EVERY_PAGE = ['tests/e2e/pages.spec.ts', 'tests/e2e/still.spec.ts']

const { triedNodes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const lineOf = (version) => version.split('.')[0]

/** One part for each tested version of Node, because all of them together would take two hours. */
const ON_NODES = Object.fromEntries(
  triedNodes.map(({ version }) => [
    `node-${lineOf(version)}`,
    [{ name: `Node ${version}`, command: [...node('test-nodes.mjs'), lineOf(version)], limit: 40 * MINUTE }],
  ]),
)

/**
 * Parts of `npm run test:all` other than its tests. Each check reports when it cannot run. `flows` names files instead
 * of a command: their flows are counted one by one.
 */
export const DEEP_CHECKS = {
  machines: [
    { name: 'known faults of packages', command: node('test-packages.mjs') },
    { name: 'MySQL', command: node('test-mysql.mjs'), limit: 30 * MINUTE },
    { name: 'a fresh machine', command: node('test-fresh.mjs') },
    { name: 'deployment', command: node('test-deploy.mjs') },
  ],
  ...ON_NODES,
  faults: [
    { name: 'faults', command: node('test-faults.mjs') },
    { name: 'a cluster', command: node('test-cluster.mjs') },
    { name: 'every page in a browser', flows: EVERY_PAGE, settings: { TEST_DEEP: '1' }, limit: 40 * MINUTE },
  ],
  figures: [
    'pages',
    'papers',
    'import',
    'undo',
    'lists',
    'neighbours',
    'neighbours --mysql',
    'fair',
    'rush --students=500 --seconds=20 --load=0.79',
    'lighthouse',
  ].map((bench) => ({ name: `figures, ${bench}`, command: [...node('bench.mjs'), ...bench.split(' ')] })),
  days: [{ name: 'other days', command: node('test-days.mjs'), limit: 60 * MINUTE }],
  mutations: [{ name: 'mutations', command: [bin('stryker'), 'run'], limit: 60 * MINUTE }],
  planted: [{ name: 'planted faults', command: node('test-planted.mjs'), limit: 70 * MINUTE }],
}
