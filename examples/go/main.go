// Vouchers of an imaginary shop with xrpl-go: tokens that only approved customers may hold.
//
// Start a server with `npx --no-install weir start --ephemeral --dev --close-interval 0`, which closes a ledger after each submission.
// Values are decimal strings, never floats.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/Peersyst/xrpl-go/xrpl/queries/account"
	"github.com/Peersyst/xrpl-go/xrpl/queries/common"
	"github.com/Peersyst/xrpl-go/xrpl/rpc"
	"github.com/Peersyst/xrpl-go/xrpl/transaction"
	"github.com/Peersyst/xrpl-go/xrpl/transaction/types"
	"github.com/Peersyst/xrpl-go/xrpl/wallet"
)

const currency = "EUR"

// newWallet creates an account with 1000 XRP from the server's faucet.
func newWallet(url string) (wallet.Wallet, error) {
	answer, err := http.Post(url+"/accounts", "application/json", nil)
	if err != nil {
		return wallet.Wallet{}, err
	}
	defer answer.Body.Close()
	var funded struct{ Seed string }
	if err := json.NewDecoder(answer.Body).Decode(&funded); err != nil {
		return wallet.Wallet{}, err
	}
	return wallet.FromSeed(funded.Seed, "")
}

// send fills in, signs and submits a transaction and returns its result.
func send(client *rpc.Client, sender wallet.Wallet, tx transaction.FlatTransaction) (string, error) {
	if err := client.Autofill(&tx); err != nil {
		return "", err
	}
	blob, _, err := sender.Sign(tx)
	if err != nil {
		return "", err
	}
	answer, err := client.SubmitTxBlob(blob, false)
	if err != nil {
		return "", err
	}
	return answer.EngineResult, nil
}

func vouchers(issuer types.Address, value string) types.IssuedCurrencyAmount {
	return types.IssuedCurrencyAmount{Currency: currency, Issuer: issuer, Value: value}
}

func run(url string) error {
	config, err := rpc.NewClientConfig(url)
	if err != nil {
		return err
	}
	client := rpc.NewClient(config)
	shop, err := newWallet(url)
	if err != nil {
		return err
	}
	customer, err := newWallet(url)
	if err != nil {
		return err
	}
	pay := func(from, to wallet.Wallet, value string) (string, error) {
		payment := transaction.Payment{
			BaseTx:      transaction.BaseTx{Account: from.ClassicAddress},
			Destination: to.ClassicAddress,
			Amount:      vouchers(shop.ClassicAddress, value),
		}
		return send(client, from, payment.Flatten())
	}

	settings := transaction.AccountSet{BaseTx: transaction.BaseTx{Account: shop.ClassicAddress}}
	settings.SetAsfRequireAuth()
	if _, err := send(client, shop, settings.Flatten()); err != nil {
		return err
	}
	trust := transaction.TrustSet{
		BaseTx:      transaction.BaseTx{Account: customer.ClassicAddress},
		LimitAmount: vouchers(shop.ClassicAddress, "1000"),
	}
	if _, err := send(client, customer, trust.Flatten()); err != nil {
		return err
	}
	result, err := pay(shop, customer, "5")
	if err != nil {
		return err
	}
	fmt.Println("Before the approval:", result)

	approval := transaction.TrustSet{
		BaseTx:      transaction.BaseTx{Account: shop.ClassicAddress},
		LimitAmount: vouchers(customer.ClassicAddress, "0"),
	}
	approval.SetSetAuthFlag()
	if _, err := send(client, shop, approval.Flatten()); err != nil {
		return err
	}
	for _, value := range []string{"0.10", "0.20", "19.70"} {
		if result, err = pay(shop, customer, value); err != nil {
			return err
		}
	}
	fmt.Println("After the approval:", result)

	if _, err := pay(customer, shop, "0.01"); err != nil {
		return err
	}
	balances, err := client.GetGatewayBalances(&account.GatewayBalancesRequest{
		Account:     shop.ClassicAddress,
		LedgerIndex: common.Validated,
	})
	if err != nil {
		return err
	}
	fmt.Println("Outstanding:", balances.Obligations[currency], currency)
	return nil
}

func main() {
	url := "http://127.0.0.1:5005"
	if len(os.Args) > 1 {
		url = os.Args[1]
	}
	if err := run(url); err != nil {
		log.Fatal(err)
	}
}
