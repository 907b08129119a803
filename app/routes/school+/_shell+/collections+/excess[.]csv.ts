import { loader as listLoader } from './excess.index'

/** Serves the list of `./excess.index` as a CSV file. */
export const loader = listLoader.csvLoader
