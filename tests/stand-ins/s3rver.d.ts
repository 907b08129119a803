/** The part of s3rver that we use, as it has no types of its own. */
declare module 's3rver' {
  export default class S3rver {
    constructor(options: {
      port: number
      address: string
      silent: boolean
      directory: string
      configureBuckets: { name: string; configs: string[] }[]
    })
    readonly store: {
      putObject: (object: { bucket: string; key: string }) => Promise<unknown>
      getResourcePath: (bucket: string, key: string, resource: 'object') => string
    }
    run(): Promise<unknown>
    close(): Promise<void>
  }
}
