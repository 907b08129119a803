import { loader as listLoader } from './index'

/** Serves the list of `./index` as a CSV file. */
export const loader = listLoader.csvLoader
