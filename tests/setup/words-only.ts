import { bundleWords } from './words'

/** What tests need that ask no database. */
export default bundleWords
