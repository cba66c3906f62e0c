/**
 * Prints what the test run wrote to `.cache/test-results.json` as one line, `N passed, N failed` (`, N skipped`), and
 * exits non-zero where a test failed, nothing ran, or the command before it failed (its status is the argument).
 */
import { readFileSync } from 'node:fs'

const status = Number(process.argv[2] ?? 0)
let passed = 0
let failed = 0
let skipped = 0
try {
  const results = JSON.parse(readFileSync('.cache/test-results.json', 'utf8'))
  passed = results.numPassedTests
  skipped = results.numPendingTests + results.numTodoTests
  const brokenFiles = results.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  failed = results.numFailedTests + brokenFiles.length
} catch (error) {
  console.error(`No test results to read: ${error.message}`)
}
if (status !== 0 && failed === 0) {
  console.error(`The test command ended with status ${status}.`)
  failed = 1
}
if (passed === 0 && failed === 0) failed = 1
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed ? 1 : 0
