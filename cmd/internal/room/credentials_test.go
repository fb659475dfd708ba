package room_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"earshot/cmd/internal/room"
)

// issuer signs what the tests say about accounts and users.
type issuer struct {
	t   *testing.T
	key nkeys.KeyPair
	pub string
}

func newIssuer(t *testing.T, make func() (nkeys.KeyPair, error)) issuer {
	t.Helper()
	key, err := make()
	if err != nil {
		t.Fatal(err)
	}
	pub, err := key.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	return issuer{t, key, pub}
}

func (i issuer) sign(claims jwt.Claims) string {
	i.t.Helper()
	token, err := claims.Encode(i.key)
	if err != nil {
		i.t.Fatal(err)
	}
	return token
}

// TestServersNeedNoMoreThanTheirUserMay has a server use a NATS that knows accounts, by a credentials file,
// as a user that may do what the README says and nothing else.
func TestServersNeedNoMoreThanTheirUserMay(t *testing.T) {
	operator, account, user := newIssuer(t, nkeys.CreateOperator), newIssuer(t, nkeys.CreateAccount), newIssuer(t, nkeys.CreateUser)
	system := newIssuer(t, nkeys.CreateAccount)
	accountClaims := jwt.NewAccountClaims(account.pub)
	accountClaims.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1, Streams: -1, Consumer: -1}
	userClaims := jwt.NewUserClaims(user.pub)
	subjects := jwt.StringList{"room.>", "tail.>", "facts.>", "factstail.>", "presence.>"}
	userClaims.Pub.Allow = append(jwt.StringList{"$JS.API.>"}, subjects...)
	userClaims.Pub.Deny = jwt.StringList{"$JS.API.STREAM.DELETE.>"}
	userClaims.Sub.Allow = append(jwt.StringList{"_INBOX.>"}, subjects...)
	operatorClaims := jwt.NewOperatorClaims(operator.pub)
	trusted, err := jwt.DecodeOperatorClaims(operator.sign(operatorClaims))
	if err != nil {
		t.Fatal(err)
	}
	accounts := &server.MemAccResolver{}
	for pub, claims := range map[string]*jwt.AccountClaims{account.pub: accountClaims, system.pub: jwt.NewAccountClaims(system.pub)} {
		if err := accounts.Store(pub, operator.sign(claims)); err != nil {
			t.Fatal(err)
		}
	}
	node, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: -1, NoLog: true, NoSigs: true, JetStream: true, StoreDir: t.TempDir(), SyncAlways: true,
		TrustedOperators: []*jwt.OperatorClaims{trusted}, AccountResolver: accounts, SystemAccount: system.pub,
	})
	if err != nil {
		t.Fatal(err)
	}
	node.Start()
	t.Cleanup(func() { node.Shutdown(); node.WaitForShutdown() })
	if !node.ReadyForConnections(wait) {
		t.Fatal("the node is not ready")
	}
	seed, err := user.key.Seed()
	if err != nil {
		t.Fatal(err)
	}
	credentials, err := jwt.FormatUserConfig(account.sign(userClaims), seed)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "gateway.creds")
	if err := os.WriteFile(file, credentials, 0o600); err != nil {
		t.Fatal(err)
	}

	if s, err := room.Open(t.Context(), room.Config{NATS: room.NATS{URLs: []string{node.ClientURL()}, Replicas: 1}}); err == nil {
		_ = s.Close()
		t.Error("a server without credentials was let in")
	}
	with := func(config *room.Config) {
		config.NATS = room.NATS{URLs: []string{node.ClientURL()}, Credentials: file, Replicas: 1}
	}
	a, b := start(t, fast, with), start(t, fast, with)
	lead, there := a.join("lead"), *a.join("there")
	there.world = b
	own, _ := lead.open(0)
	own.backlog()
	other := there.openThere()
	own.presence("there", "online")
	lead.stored("from one")
	other.until("messages", func(f frame) bool { return f.Messages[0].Content == "from one" })
	there.stored("from the other")
	there.post("from the other").want(t, 200, "")
	own.until("repeat", func(f frame) bool { return f.Sequence == 2 && f.Count == 2 })
	a.operate("stop", `{}`).want(t, 201, "")
	other.until("messages", func(f frame) bool { return f.Messages[len(f.Messages)-1].Sender.Kind == "operator" })
}
