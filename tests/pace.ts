import { setPace } from '@fingerpost/kit/process/pace'

// Loops of services that run in the process of a test. Their deadlines are those of the product.
setPace(10)
