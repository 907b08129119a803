import { bundleWords } from './words'

/** Global setup for tests without a database. */
export default bundleWords
