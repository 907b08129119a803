import { loader as listLoader } from './privacy.removed.index'

/** Serves the list of `./privacy.removed.index` as a CSV file. */
export const loader = listLoader.csvLoader
