import { openDatabase } from '#platform/server/adapters/database/database.ts';
import { parseConfig } from '#platform/server/runtime/config.ts';
import { composeProduct } from './compose-product.ts';

// Prepares a new database, so that a start can fill it while the pages are built.
const config = parseConfig(process.env);
const database = await openDatabase(config);
await composeProduct({ config, database });
await database.close();
process.exit();
