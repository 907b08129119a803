import { join } from 'node:path'
import { root } from '../processes.mjs'
import { MINUTE } from './steps.mjs'

/*
 * What the gate runs besides tests and flows: each check passes, fails or is skipped as a whole.
 */

/** A program of the packages. */
export const bin = (name) => join(root, 'node_modules', '.bin', name)
/** The command that runs a program of `scripts`. */
export const node = (script) => [process.execPath, join(root, 'scripts', script)]

/** The build, and the checks that read the sources only: two run at a time, the longest first. */
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

/** The checks of `npm test` that take turns by themselves. */
export const TURN_CHECKS = [
  { name: 'another day', command: [...node('test-days.mjs'), '--turn'] },
  { name: 'MySQL, one tenth', command: [...node('test-mysql.mjs'), '--turn'] },
]

/** What `npm run test:all` adds to them: the compiler that `types and promises` stands for in a seventh of the time. */
export const DEEP_STATIC_CHECKS = [{ name: 'types by the compiler', command: [bin('tsc'), '--noEmit'] }]

/** The parts of `npm run test:all` besides its tests. Each check says for itself where it cannot run. */
export const DEEP_CHECKS = {
  machines: [
    { name: 'known faults of packages', command: node('test-packages.mjs') },
    ...['22', '24', '26'].map((version) => ({
      name: `Node ${version}`,
      command: [...node('test-nodes.mjs'), version],
      limit: 40 * MINUTE,
    })),
    { name: 'MySQL', command: node('test-mysql.mjs'), limit: 30 * MINUTE },
    { name: 'a fresh machine', command: node('test-fresh.mjs') },
    { name: 'deployment', command: node('test-deploy.mjs') },
  ],
  faults: [
    { name: 'faults', command: node('test-faults.mjs') },
    { name: 'a cluster', command: node('test-cluster.mjs') },
  ],
  figures: [
    'pages',
    'papers',
    'import',
    'lists',
    'neighbours',
    'neighbours --mysql',
    'fair',
    'rush --students=500 --seconds=20',
    'lighthouse',
  ].map((bench) => ({
    name: `figures, ${bench}`,
    command: [...node('bench.mjs'), ...bench.split(' ')],
  })),
  days: [{ name: 'other days', command: node('test-days.mjs'), limit: 60 * MINUTE }],
  mutations: [{ name: 'mutations', command: [bin('stryker'), 'run'], limit: 60 * MINUTE }],
  planted: [{ name: 'planted faults', command: node('test-planted.mjs'), limit: 70 * MINUTE }],
}
