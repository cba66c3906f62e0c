/**
 * Prints what the suites left in `.cache/results` as one line, `N passed, N failed` (`, N skipped`), and exits non-zero
 * where a test failed, nothing ran, or a command failed without a failed test (its status is the argument).
 */
import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = '.cache/results'
const status = Number(process.argv[2] ?? 0)

const sum = { passed: 0, failed: 0, skipped: 0 }
for (const file of filesOf(FOLDER)) {
  const results = JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8'))
  const broken = results.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0)
  sum.passed += results.numPassedTests
  sum.failed += results.numFailedTests + broken.length
  sum.skipped += results.numPendingTests + results.numTodoTests
}
if (status !== 0 && sum.failed === 0) {
  console.error(`A command ended with status ${status}.`)
  sum.failed = 1
}
if (sum.passed === 0 && sum.failed === 0) sum.failed = 1
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}`)
process.exitCode = sum.failed ? 1 : 0

function filesOf(folder) {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch (error) {
    console.error(`No test results to read: ${error.message}`)
    return []
  }
}
