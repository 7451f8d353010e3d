import { isBrief, testFaults } from './test-faults.ts'

testFaults(isBrief)
