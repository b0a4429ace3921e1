export * from './side/index.ts'
